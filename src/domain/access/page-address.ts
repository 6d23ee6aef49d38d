/** Full address of a page: below its group, or its own address alone if that has several parts. */
export function pageAddress(group: string, page: string): string {
  return partsOf(page).length > 1 ? `/${partsOf(page).join('/')}` : `/${[...partsOf(group), ...partsOf(page)].join('/')}`;
}

function partsOf(address: string): string[] {
  return address.split('/').filter((part) => part !== '');
}
