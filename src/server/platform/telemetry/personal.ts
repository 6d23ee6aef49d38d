/**
 * Removes from a log text what may be personal data: Chinese text, e-mail addresses, mobile numbers and identity numbers. The log itself
 * is English, so Chinese text in it came from outside.
 */
export function withoutPersonal(text: string): string {
  return text.replaceAll(han, '…').replaceAll(mail, '…@…').replaceAll(identity, '…').replaceAll(mobile, '…');
}

const han = /\p{Script=Han}[\p{Script=Han}·]*/gu;
const mail = /[\w.+-]{1,64}@[\w-]{1,63}(?:\.[\w-]{1,63}){0,10}\.[a-z]{2,}/gi;
const identity = /(?<![0-9A-Za-z])\d{17}[\dXx](?![0-9A-Za-z])/g;
const mobile = /(?<![0-9A-Za-z])(?:\+?86[- ]?)?1[3-9]\d{9}(?![0-9A-Za-z])/g;
