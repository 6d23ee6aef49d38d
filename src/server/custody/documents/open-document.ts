import Pdf from 'pdfkit';

interface DocumentInfo {
  readonly title: string;
  readonly subject: string;
  readonly officeName: string;
  /** Creation time stated in the document. It is given, so that equal content gives equal bytes. */
  readonly at: Date;
}

/** Opens an A4 document in Chinese without pages. Pages stay buffered until the end, so that each can show the page count. */
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
