/** Paths inside `capture.wacz`. Source: WACZ 1.1.1, Directory Layout. */
export const archivePaths = {
  traffic: 'archive/data.warc.gz',
  index: 'indexes/index.cdxj',
  pages: 'pages/pages.jsonl',
  datapackage: 'datapackage.json',
  digest: 'datapackage-digest.json',
} as const;
export type ArchivePath = (typeof archivePaths)[keyof typeof archivePaths];

/** The files that `datapackage.json` lists; the digest names `datapackage.json` itself. */
export const listedPaths: readonly ArchivePath[] = [archivePaths.traffic, archivePaths.index, archivePaths.pages];

/** The WARC's name in the index, without its folder. */
export const trafficFile = 'data.warc.gz';

/** The archive's name in the manifest and in the package. */
export const archiveName = 'capture.wacz';
export const archiveMediaType = 'application/wacz';
