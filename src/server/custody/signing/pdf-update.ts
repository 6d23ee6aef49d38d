/** Position of the signature in a PDF. */
export interface SignaturePlace {
  /** The PDF with an empty signature: zeros between `<` at `from` and `>` before `until`. */
  readonly bytes: Buffer;
  readonly from: number;
  readonly until: number;
}

export interface SignatureDetails {
  readonly name: string;
  readonly reason: string;
  readonly at: Date;
}

/**
 * Appends an empty signature of `sizeBytes` to a PDF as pdfkit writes it: with a classic cross-reference table, no form and no annotations
 * on the first page. The existing bytes stay unchanged in front. @throws Error for any other PDF.
 * Source: ISO 32000-1, 7.5.6 and 12.8.1.
 */
export function appendEmptySignature(pdf: Buffer, details: SignatureDetails, sizeBytes: number): SignaturePlace {
  const text = pdf.toString('latin1');
  const startOfTable = Number(capture(text.slice(-64), /startxref\s+(\d+)\s+%%EOF\s*$/));
  const trailer = capture(text.slice(startOfTable), /trailer\s*<<([\s\S]*?)>>\s*startxref/);
  const root = Number(capture(trailer, /\/Root (\d+) 0 R/));
  const size = Number(capture(trailer, /\/Size (\d+)/));
  const [signature, field] = [size, size + 1];

  const catalog = dictionaryOf(root);
  const pages = dictionaryOf(Number(capture(catalog, /\/Pages (\d+) 0 R/)));
  const first = Number(capture(pages, /\/Kids \[(\d+) 0 R/));
  const page = dictionaryOf(first);
  if (catalog.includes('/AcroForm') || page.includes('/Annots')) throw new Error('this PDF has a form or annotations already');

  // Offsets count bytes: everything written here is Latin-1.
  let tail = '';
  const offsets = new Map<number, number>();
  const add = (id: number, body: string) => {
    offsets.set(id, pdf.length + tail.length);
    tail += `${id} 0 obj\n<<\n${body}>>\nendobj\n`;
  };
  add(root, `${catalog}/AcroForm << /SigFlags 3 /Fields [${field} 0 R] >>\n`);
  add(first, `${page}/Annots [${field} 0 R]\n`);
  const subtype = '/Type /Annot /Subtype /Widget /FT /Sig /Rect [0 0 0 0] /F 132';
  add(field, `${subtype}\n/T (Signature1) /V ${signature} 0 R /P ${first} 0 R\n`);
  const kind = '/Type /Sig /Filter /Adobe.PPKLite /SubFilter /ETSI.CAdES.detached';
  const open = `${kind}\n/ByteRange [${' '.repeat(rangeWidth)}]\n/Contents <`;
  add(
    signature,
    `${open}${'0'.repeat(sizeBytes * 2)}>\n/M (${pdfDate(details.at)})\n` +
      `/Name ${textString(details.name)}\n/Reason ${textString(details.reason)}\n`,
  );

  const table = [...offsets].map(([id, offset]) => `${id} 1\n${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const kept = trailer.replace(/\/Size \d+/, `/Size ${size + 2}`).trim();
  const end = `xref\n${table}trailer\n<<\n${kept}\n/Prev ${startOfTable}\n>>\nstartxref\n${pdf.length + tail.length}\n%%EOF\n`;

  const bytes = Buffer.concat([pdf, Buffer.from(tail + end, 'latin1')]);
  const from = (offsets.get(signature) ?? 0) + `${signature} 0 obj\n<<\n`.length + open.length - 1;
  const until = from + sizeBytes * 2 + 2;
  const range = `0 ${from} ${until} ${bytes.length - until}`.padEnd(rangeWidth);
  bytes.write(range, from - ']\n/Contents '.length - rangeWidth, 'latin1');
  return { bytes, from, until };

  function dictionaryOf(id: number): string {
    const entries = capture(text.slice(startOfTable), /^xref\s+0 \d+\s*\n([\s\S]*?)trailer/);
    const offset = Number(entries.slice(id * 20, id * 20 + 10));
    return capture(text.slice(offset), new RegExp(`^${id} 0 obj\\s*<<\\n?([\\s\\S]*?)>>\\s*endobj`));
  }
}

function capture(text: string, pattern: RegExp): string {
  const found = pattern.exec(text)?.[1];
  if (found === undefined) throw new Error(`not a PDF of the kind we sign: ${pattern.source} is not in it`);
  return found;
}

function pdfDate(at: Date): string {
  return `D:${at.toISOString().slice(0, 19).replace(/[-T:]/g, '')}+00'00'`;
}

/** Text of any script as a hexadecimal string, so that nothing in it can end the string. Source: ISO 32000-1, 7.9.2.2. */
function textString(text: string): string {
  return `<FEFF${Buffer.from(text, 'utf16le').swap16().toString('hex')}>`;
}

const rangeWidth = 48;
