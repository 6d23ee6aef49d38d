/** Names in the manifest. The picture is the evidence itself. */
export const pictureName = 'original-1.png';
export const sourceName = 'original-2.html';
export const singleFileName = 'original-3.mhtml';
export const trafficName = 'original-4.warc.gz';
