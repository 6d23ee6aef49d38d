/** The file is not an acceptable Android package; the message is Chinese, for the operator. */
export class ApkFault extends Error {
  override name = 'ApkFault';
}
