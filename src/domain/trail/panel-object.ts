import type { TrailObject } from './trail-words.ts';

/** Kinds of the trail's objects that have a panel: notes, a timeline, and who looks at them. */
export const panelKinds = ['user', 'evidence', 'capture', 'recording', 'application', 'order', 'invoice'] as const;
export type PanelKind = (typeof panelKinds)[number];

/** One of them as the trail names it: `application/12`. */
export type PanelObject = `${PanelKind}/${string}` & TrailObject;

/** Undefined where the text names no such object. */
export function panelObjectOf(text: string): PanelObject | undefined {
  const { kind } = panelPartsOf(text);
  return kind !== undefined && /^[a-z]+\/[\w-]{1,64}$/.test(text) ? (text as PanelObject) : undefined;
}

export function panelPartsOf(object: string): { readonly kind: PanelKind | undefined; readonly id: string } {
  const at = object.indexOf('/');
  return { kind: panelKinds.find((kind) => kind === object.slice(0, at)), id: object.slice(at + 1) };
}
