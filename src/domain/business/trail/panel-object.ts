import type { TrailObject } from './trail-names.ts';

/** Kinds of trail objects that have a panel with notes, a timeline and presence. */
export const panelKinds = ['user', 'evidence', 'capture', 'recording', 'application', 'order', 'invoice'] as const;
export type PanelKind = (typeof panelKinds)[number];

/** Such an object as named in the trail, for example `application/12`. */
export type PanelObject = `${PanelKind}/${string}` & TrailObject;

/** Undefined if the text names no such object. */
export function panelObjectOf(text: string): PanelObject | undefined {
  const { kind } = panelPartsOf(text);
  return kind !== undefined && /^[a-z]+\/[\w-]{1,64}$/.test(text) ? (text as PanelObject) : undefined;
}

export function panelPartsOf(object: string): { readonly kind: PanelKind | undefined; readonly id: string } {
  const at = object.indexOf('/');
  return { kind: panelKinds.find((kind) => kind === object.slice(0, at)), id: object.slice(at + 1) };
}
