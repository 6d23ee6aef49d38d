export function ImageDialog(_props: { images: readonly { src: string; alt: string }[]; first: number; close: () => void }) {
  return null;
}
