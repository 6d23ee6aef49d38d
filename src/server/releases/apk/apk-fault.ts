/** The file is no Android package that we take; the message is Chinese, for the operator. */
export class ApkFault extends Error {
  override name = 'ApkFault';
}
