/** Where a page stands: below its group, or, where its own address has several parts, there alone. */
export function pageAddress(group: string, page: string): string {
  return partsOf(page).length > 1 ? `/${partsOf(page).join('/')}` : `/${[...partsOf(group), ...partsOf(page)].join('/')}`;
}

function partsOf(address: string): string[] {
  return address.split('/').filter((part) => part !== '');
}
