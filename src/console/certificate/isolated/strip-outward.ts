/**
 * Removes from a page's source everything that leads out of its frame. The frame's policy already refuses every load, but for a nested
 * frame or a followed link the browser connects before it checks the policy, so the page's owner would learn that it is being viewed.
 * Hostile text: the parser runs and loads nothing. Links keep their appearance and show their target on hover; an image leaves its
 * alternative text.
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
/** References within the page, and data URLs. */
const within = /^\s*(?:#|data:)/i;
