/**
 * What an evidence's page asks for. The second part of its address is the holder's id, which the server checks against the evidence, or the
 * number that lists of applications know the evidence by, `dataId` (seed 1, section 2).
 */
export function detailFields(baoquan: string, id: string): { baoquan: string; userId?: string } {
  return /^[\dA-Fa-f]{32}$/.test(id) ? { baoquan } : { baoquan, userId: id };
}
