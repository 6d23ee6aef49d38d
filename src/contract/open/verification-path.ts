/** Path of the open verification call. Kept apart from the schemas, so that the verification page does not include zod. */
export const verifyPath = '/open/v1/verify';

/** Public path of an evidence's proof, by its number: text; it responds 202 until there is one. */
export function proofPath(number: string): string {
  return `${verifyPath}/${number}/proof`;
}
