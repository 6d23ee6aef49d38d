/**
 * The source of a page without what leads out of the frame that shows it. The frame's policy refuses every load already; but for a nested
 * frame, and for a link that is followed, a browser opens the connection before it asks the policy, and whoever runs the page learns that
 * it is looked at. Hostile text: the parser runs and loads nothing. Links keep their looks and say on hover where they led; a picture
 * leaves its text.
 */
export function stripOutward(html: string): string {
  const page = new DOMParser().parseFromString(html, 'text/html');
  strip(page);
  return page.documentElement.outerHTML;
}

function strip(root: Document | DocumentFragment): void {
  for (const element of root.querySelectorAll('script, iframe, frame, object, embed, link, base, meta[http-equiv]')) element.remove();
  for (const element of root.querySelectorAll('[*|href], [src], [srcset], [poster], [background]')) {
    const outward = [...element.attributes].filter(({ localName, value }) => leading.test(localName) && !within.test(value));
    for (const attribute of outward) {
      element.removeAttributeNode(attribute);
      if (element.localName !== 'a' && element.localName !== 'area') continue;
      element.setAttribute('href', '#');
      if (!element.hasAttribute('title')) element.setAttribute('title', attribute.value);
    }
  }
  // A template can become a shadow tree when the frame parses it.
  for (const template of root.querySelectorAll('template')) strip(template.content);
}

const leading = /^(?:href|src|srcset|poster|background)$/;
/** Places on the page itself, and what stands in the address. */
const within = /^\s*(?:#|data:)/i;
