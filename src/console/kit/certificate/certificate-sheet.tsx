import { Fragment, type ReactNode, type Ref } from 'react';
import { emptyCell } from '../ui/empty-cell.ts';
import { given } from '../ui/given-text.tsx';
import type { CertificateFault } from './certificate-fault.ts';
import { Guilloche } from './guilloche.tsx';
import { QrCode } from './qr-code.tsx';
import { Seal } from './seal.tsx';
import './certificate-sheet.css';

export interface SheetRow {
  readonly label: string;
  readonly value: ReactNode;
  /** Explains the value in plain words below it. */
  readonly note?: string;
  /** A hash: monospace, full width, below its label. */
  readonly isHash?: boolean;
  /** Address where the hash is looked up, opened in a new tab; the hash itself is the link. */
  readonly href?: string;
  /** Actions beside the label of a hash. Not printed. */
  readonly after?: ReactNode;
}
export interface SheetSection {
  /** Absent for the certificate's own facts. */
  readonly heading?: string;
  readonly rows: readonly SheetRow[];
}

interface Props {
  readonly title: string;
  readonly number: string;
  readonly office: string;
  readonly sealName: string;
  readonly sections: readonly SheetSection[];
  /** One plain sentence about what fixes the time. */
  readonly statement: string;
  readonly fault?: CertificateFault | undefined;
  /** The date on the seal, `yyyy-MM-dd`; empty until something fixes the time. */
  readonly day: string;
  /** `address` is printed below the caption for people who type it; default is the code's text. */
  readonly qr: { readonly text: string; readonly caption: string; readonly address?: string };
  /** Rendered below the rows: the captured content of an attestation. */
  readonly children?: ReactNode;
  /** The sheet alone, for `printRegion`. */
  readonly sheetRef?: Ref<HTMLElement>;
}

/** A certificate as an A4 sheet, the same on the screen and in print. */
export function CertificateSheet({ title, number, office, sealName, sections, statement, fault, day, qr, children, sheetRef }: Props) {
  const mark = sandboxNotice();
  return (
    <article ref={sheetRef} className="sheet" aria-label={title}>
      <Guilloche />
      <p className="sheet-watermark" aria-hidden="true">
        <span>{number}</span>
        <span>{number}</span>
      </p>
      <header>
        <p className="sheet-office">{office}</p>
        <h2>{title}</h2>
        <p className="sheet-number">证书编号 {number}</p>
        {fault && <p className="sheet-fault">{fault.mark}</p>}
      </header>
      {mark !== '' && (
        <p className="sheet-mark">
          <span>{mark}</span>
          <span aria-hidden="true">{mark}</span>
          <span aria-hidden="true">{mark}</span>
        </p>
      )}
      {sections.map(({ heading, rows }) => (
        <section key={heading ?? ''}>
          {heading !== undefined && <h3>{heading}</h3>}
          <dl>
            {rows.map((row) => (
              <Row key={row.label} {...row} />
            ))}
          </dl>
        </section>
      ))}
      {children}
      <p className="sheet-statement">
        {fault && <strong>{fault.sentence}</strong>}
        {statement}
      </p>
      <footer>
        <figure>
          <QrCode text={qr.text} label={qr.caption} />
          <figcaption>
            {qr.caption}
            <span className="sheet-address">{qr.address ?? qr.text}</span>
          </figcaption>
        </figure>
        {!fault && (
          <p className="sheet-sign">
            <Seal office={office} name={sealName} />
            <span>{office}</span>
            <span>{day === '' ? emptyCell : chineseDay(day)}</span>
          </p>
        )}
      </footer>
    </article>
  );
}

function Row({ label, value, note, isHash = false, href = '', after }: SheetRow) {
  return (
    <div data-hash={isHash}>
      <dt>
        {label}
        {after}
      </dt>
      <dd>
        {isHash && typeof value === 'string' ? (
          <Hash text={value} href={href} />
        ) : value === '' || value === null ? (
          emptyCell
        ) : (
          given(value)
        )}
        {note !== undefined && <small>{given(note)}</small>}
      </dd>
    </div>
  );
}

/** The whole hash in groups of eight that copy as one string. */
function Hash({ text, href }: { text: string; href: string }) {
  if (text === '') return emptyCell;
  const groups = text.match(/.{1,8}/g)?.map((group, at) => (
    // oxlint-disable-next-line react/no-array-index-key -- groups may repeat, so they differ only in their position
    <Fragment key={at}>
      <span>{group}</span>
      <wbr />
    </Fragment>
  ));
  if (href === '') return <span className="sheet-hash">{groups}</span>;
  return (
    <a className="sheet-hash" href={href} target="_blank" rel="noreferrer">
      {groups}
    </a>
  );
}

function chineseDay(day: string): string {
  const [year = '', month = '', date = ''] = day.split('-');
  return `${year}年${Number(month)}月${Number(date)}日`;
}

/** The text at the top of every page of a sandbox; empty in a production installation. */
function sandboxNotice(): string {
  return document.getElementById('sandbox-notice')?.textContent ?? '';
}
