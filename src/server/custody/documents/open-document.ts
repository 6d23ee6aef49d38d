import Pdf from 'pdfkit';

interface DocumentInfo {
  readonly title: string;
  readonly subject: string;
  readonly officeName: string;
  /** The moment that the document states as its own: the same content gives the same bytes. */
  readonly at: Date;
}

/** An A4 document in Chinese, without pages. They stay open until its end, so that each may be told how many there are. */
export function openDocument({ title, subject, officeName, at }: DocumentInfo): PDFKit.PDFDocument {
  return new Pdf({
    size: 'A4',
    margin: 0,
    bufferPages: true,
    autoFirstPage: false,
    font: '',
    pdfVersion: '1.7',
    lang: 'zh-CN',
    displayTitle: true,
    info: { Title: title, Author: officeName, Subject: subject, Producer: 'pdfkit', Creator: officeName, CreationDate: at, ModDate: at },
  });
}
