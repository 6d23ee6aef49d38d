/**
 * A text for the log without what may be of a person: the log is English, so what is Chinese in it came from outside, as did addresses of
 * mail, numbers of mobiles and of identities.
 */
export function withoutPersonal(text: string): string {
  return text.replaceAll(han, '…').replaceAll(mail, '…@…').replaceAll(identity, '…').replaceAll(mobile, '…');
}

const han = /\p{Script=Han}[\p{Script=Han}·]*/gu;
const mail = /[\w.+-]+@[\w-]+(?:\.[\w-]+)*\.[a-z]{2,}/gi;
const identity = /(?<![0-9A-Za-z])\d{17}[\dXx](?![0-9A-Za-z])/g;
const mobile = /(?<![0-9A-Za-z])(?:\+?86[- ]?)?1[3-9]\d{9}(?![0-9A-Za-z])/g;
