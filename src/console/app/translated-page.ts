/**
 * Lets React change a page that the browser translates. A translation puts each text into elements of its own, so React then removes a text
 * from an element that is no longer its parent, the browser throws, and the page is left blank. The text is removed where it stands, and a
 * neighbour that was wrapped is looked up at its wrapper. A translation that shows a text of its own instead leaves React's text out of the
 * page, and what React writes to it would not be seen: it is put back first, and the browser translates it again.
 *
 * Source: https://github.com/facebook/react/issues/11538
 */
export function allowTranslation(): void {
  const { removeChild, insertBefore } = Node.prototype;
  const value = Object.getOwnPropertyDescriptor(Node.prototype, 'nodeValue');
  const replaced = watchReplacedTexts();
  Node.prototype.removeChild = function <T extends Node>(this: Node, child: T): T {
    replaced.putBack(child);
    const inside = child.parentNode === this ? child : ancestorIn(this, child);
    if (inside) removeChild.call(this, inside);
    replaced.forget(child);
    return child;
  };
  Node.prototype.insertBefore = function <T extends Node>(this: Node, node: T, next: Node | null): T {
    if (next) replaced.putBack(next);
    insertBefore.call(this, node, next && (next.parentNode === this ? next : ancestorIn(this, next)));
    return node;
  };
  Object.defineProperty(Node.prototype, 'nodeValue', {
    ...value,
    set(this: Node, text: string | null) {
      replaced.putBack(this);
      value?.set?.call(this, text);
    },
  });
}

/** The texts that a translation has replaced by elements of its own. */
function watchReplacedTexts() {
  const places = new WeakMap<Node, Element>();
  const groups = new WeakMap<Element, Text[]>();
  const forgotten = new WeakSet<Node>();
  const note = (changes: readonly MutationRecord[]) => {
    for (const { addedNodes, removedNodes, previousSibling, nextSibling } of changes) {
      const place = [...addedNodes, previousSibling, nextSibling].find((node) => node instanceof Element && node.localName === 'font');
      if (!(place instanceof Element)) continue;
      for (const text of removedNodes) {
        if (!(text instanceof Text) || text.isConnected || forgotten.has(text)) continue;
        places.set(text, place);
        groups.set(place, [...(groups.get(place) ?? []), text]);
      }
    }
  };
  const observer = new MutationObserver(note);
  observer.observe(document, { childList: true, subtree: true });
  return {
    /** Puts a replaced text, and those that were replaced together with it, in the place of the element that shows them. */
    putBack(node: Node): void {
      if (!(node instanceof Text) || node.isConnected) return;
      note(observer.takeRecords());
      const place = places.get(node);
      if (!place) return;
      const texts = groups.get(place) ?? [];
      groups.delete(place);
      for (const text of texts) places.delete(text);
      place.replaceWith(...texts);
    },
    /** What React removed no translation has replaced. */
    forget(node: Node): void {
      if (node instanceof Text) forgotten.add(node);
    },
  };
}

/** The child of `parent` that contains `node`; null if it is elsewhere. */
function ancestorIn(parent: Node, node: Node): Node | null {
  let at: Node | null = node;
  while (at && at.parentNode !== parent) at = at.parentNode;
  return at;
}
