/**
 * Media types and extensions that a manifest may contain. The submitter chooses both and could put a name or a telephone number in them,
 * which the log could never remove. So only the values listed here are used, and anything else counts as plain bytes. Older log entries
 * stay as they are.
 */

/** Lower case, without parameters; `application/octet-stream` for an unlisted type. */
export function knownMediaType(given: string): string {
  const type = (given.split(';', 1)[0] ?? '').trim().toLowerCase();
  return mediaTypes.has(type) ? type : 'application/octet-stream';
}

/** The extension, lower case with its dot; `.bin` for an unlisted one, empty if the name has none. */
export function knownEnding(fileName: string): string {
  const given = /\.([^./\\]+)$/.exec(fileName)?.[1]?.toLowerCase();
  if (given === undefined) return '';
  return endings.has(given) ? `.${given}` : '.bin';
}

const endings: ReadonlySet<string> = new Set(
  [
    'jpg jpeg png gif webp bmp tif tiff heic heif svg',
    'mp3 m4a wav aac amr ogg oga opus flac wma',
    'mp4 m4v mov webm avi mkv 3gp flv wmv mpg mpeg ts',
    'pdf doc docx xls xlsx ppt pptx wps et dps odt ods odp ofd rtf txt csv md json jsonl xml',
    'html htm xhtml mht mhtml warc eml msg',
    'zip rar 7z gz tar tgz apk bin',
  ].flatMap((line) => line.split(' ')),
);

const mediaTypes: ReadonlySet<string> = new Set(
  Object.entries({
    image: 'jpeg png gif webp bmp tiff heic heif svg+xml',
    audio: 'mpeg mp4 x-m4a wav x-wav aac amr ogg opus flac webm x-ms-wma',
    video: 'mp4 x-m4v quicktime webm x-msvideo x-matroska 3gpp x-flv x-ms-wmv mpeg mp2t',
    text: 'plain html csv markdown xml css',
    message: 'rfc822',
    multipart: 'related',
    application: [
      'pdf msword rtf json jsonl xml xhtml+xml warc wacz ofd zip gzip x-tar x-7z-compressed vnd.rar x-rar-compressed octet-stream',
      'vnd.ms-excel vnd.ms-powerpoint vnd.ms-outlook vnd.android.package-archive',
      'vnd.openxmlformats-officedocument.wordprocessingml.document vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'vnd.openxmlformats-officedocument.presentationml.presentation',
      'vnd.oasis.opendocument.text vnd.oasis.opendocument.spreadsheet vnd.oasis.opendocument.presentation',
    ].join(' '),
  }).flatMap(([kind, subtypes]) => subtypes.split(' ').map((subtype) => `${kind}/${subtype}`)),
);
