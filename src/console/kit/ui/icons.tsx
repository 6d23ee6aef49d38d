/** The console's icons as inline SVG paths on a 24-unit grid, in the text's colour. */
const paths = {
  user: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-8 8c0-3.3 3.6-6 8-6s8 2.7 8 6',
  evidence: 'M12 3 5 6v5c0 4.6 2.9 8.3 7 10 4.1-1.7 7-5.4 7-10V6l-7-3Zm-3 9 2.2 2.2L15.2 10',
  notarization: 'M6 3h9l4 4v14H6V3Zm9 0v4h4M9.500 12h6m-6 4h6',
  online: 'M3 5h18v12H3V5Zm6 15h6m-3-3v3M10 8.500v5l4.200-2.500L10 8.500Z',
  finance: 'M3.500 6h17v12h-17V6Zm0 4h17M7 14.500h4',
  app: 'M7 3h10v18H7V3Zm3.500 15h3',
  authority: 'M6 11h12v9H6v-9Zm2.500 0V8a3.500 3.500 0 0 1 7 0v3M12 14.500v2.500',
  open: 'M8 7 3.500 12 8 17m8-10 4.500 5-4.500 5M13.500 5l-3 14',
  office: 'M4 20h16M6 20V5h8v15m0-10h4v10M9 9h2m-2 4h2',
  seal: 'M9.500 13.500c0-2-1.500-3-1.500-5.500a4 4 0 1 1 8 0c0 2.500-1.500 3.500-1.500 5.500H19V17H5v-3.500h4.500ZM5 20.500h14',
  home: 'M4 11.500 12 4.500l8 7M6.500 10v9.500h11V10M10 19.500V14h4v5.500',
  down: 'm7 10 5 5 5-5',
  fold: 'M4 6h16M11 12h9M4 18h16M7.500 9.500 5 12l2.500 2.500',
  refresh: 'M19 8a8 8 0 1 0 1 5M19.500 3.500V8H15',
  order: 'M8 5v14m0 0-3.500-3.500M8 19l3.500-3.500M14 7h6m-6 5h4.500M14 17h3',
  columns: 'M4 5h16v14H4V5Zm5.300 0v14m5.400-14v14',
  export: 'M12 4v11m-4-4 4 4 4-4M5 19.500h14',
  bell: 'M6.500 17V11a5.500 5.500 0 0 1 11 0v6l1.500 1.500H5L6.500 17Zm4 4h3',
  copy: 'M9 9h11v11H9V9Zm-3 6H4V4h11v2',
  zoomIn: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm4.800-1.700L20 20M7.500 10.500h6m-3-3v6',
  zoomOut: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm4.800-1.700L20 20M7.500 10.500h6',
  turn: 'M5 8a8 8 0 1 1-1 5M4.500 3.500V8H9',
  previous: 'm14.500 6-6 6 6 6',
  next: 'm9.500 6 6 6-6 6',
  fit: 'M4 9V4h5m6 0h5v5m0 6v5h-5m-6 0H4v-5',
  close: 'm6 6 12 12M18 6 6 18',
  up: 'm7 14 5-5 5 5',
  plus: 'M12 6v12M6 12h12',
  minus: 'M6 12h12',
  view: 'M4 6h16M7 12h10M10 18h4',
  pin: 'M9 4h6l-1 6 3 3v2H7v-2l3-3-1-6Zm3 11v5',
  star: 'm12 4 2.5 5.100 5.500.800-4 3.900.900 5.500-4.900-2.600-4.900 2.600.900-5.500-4-3.900 5.500-.800L12 4Z',
  edit: 'M5 19h4L19 9l-4-4L5 15v4Zm8-12 4 4',
  trash: 'M5 7h14M10 7V4h4v3M7 7l1 13h8l1-13M10.500 11v5m3-5v5',
  check: 'm5 12.500 4.500 4.500L19 7.500',
  shared: 'M9 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8Zm-6 8c0-3 3-5 6-5s6 2 6 5M16 5a3 3 0 0 1 0 6M18 15c2 1 3 3 3 5',
  search: 'M10.500 17a6.500 6.500 0 1 0 0-13 6.500 6.500 0 0 0 0 13Zm4.800-1.700L20 20',
  leave: 'M10 4H5v16h5m4-12 4 4-4 4m4-4H9',
} as const;
export type IconName = keyof typeof paths;

export function Icon({ name }: { name: IconName }) {
  return (
    <svg
      className="icon"
      viewBox="0 0 24 24"
      width="16"
      height="16"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.7"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <path d={paths[name]} />
    </svg>
  );
}

/** The icon of a menu group by the server's name; an unknown name gets a plain sheet. */
export function GroupIcon({ name }: { name: string }) {
  return <Icon name={isIconName(name) ? name : 'notarization'} />;
}

function isIconName(name: string): name is IconName {
  return Object.hasOwn(paths, name);
}
