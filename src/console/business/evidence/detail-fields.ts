/**
 * Request fields of an evidence's page. The second part of its address is the owner's id, which the server checks against the evidence, or
 * `dataId`, the number that lists of applications use for the evidence (spec/console, 2.3).
 */
export function detailFields(baoquan: string, id: string): { baoquan: string; userId?: string } {
  return /^[\dA-Fa-f]{32}$/.test(id) ? { baoquan } : { baoquan, userId: id };
}
