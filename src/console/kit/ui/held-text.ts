/** What is added to a balance while uploads in progress hold a part of it; empty otherwise. */
export function heldText({ held }: { readonly held?: number | undefined }): string {
  return held === undefined ? '' : `（占用 ${held}）`;
}
