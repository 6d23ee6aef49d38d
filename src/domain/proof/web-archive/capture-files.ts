/** Names of a capture's files in the manifest. The picture of a page is the evidence itself. */
export const pictureName = 'original-1.png';
export const sourceName = 'original-2.html';
export const singleFileName = 'original-3.mhtml';
export const trafficName = 'original-4.warc.gz';
/** The picture of a file's first page or frame, where the file itself is the evidence. */
export const filePictureName = 'picture-1.png';
