/** The open verification call. Apart from the schemas: the verification page carries no zod. */
export const verifyPath = '/open/v1/verify';

/** Where the proof of an evidence is, for whoever knows its number: text, open, 202 until there is one. */
export function proofPath(number: string): string {
  return `${verifyPath}/${number}/proof`;
}
