/** Address of a page of the menu, from its group's url and its own. */
export function pageAddress(group: string, page: string): string {
  const address = `/${[...partsOf(group), ...partsOf(page)].join('/')}`;
  return movedAddresses[address] ?? address;
}

/** Addresses that lead to another page, and so do those below them: the menu's own (spec/wire, 6), and those of release 1.0. */
export const movedAddresses: Readonly<Record<string, string>> = {
  '/app/index': '/app/version',
  '/custody/witness': '/office/witness',
  '/system/status': '/office/status',
};

function partsOf(address: string): string[] {
  return address.split('/').filter((part) => part !== '');
}
