import callScript from '../../../docs/integrating/call.sh?raw';
import captures from '../../../docs/integrating/captures.md?raw';
import errors from '../../../docs/integrating/errors.md?raw';
import events from '../../../docs/integrating/events.md?raw';
import formats from '../../../docs/integrating/formats.md?raw';
import goingLive from '../../../docs/integrating/going-live.md?raw';
import inputs from '../../../docs/integrating/inputs.md?raw';
import marks from '../../../docs/integrating/marks.md?raw';
import start from '../../../docs/integrating/README.md?raw';
import pythonSigner from '../../../docs/integrating/sign.py?raw';
import shellSigner from '../../../docs/integrating/sign.sh?raw';
import vectors from '../../../docs/integrating/signing-vectors.json?raw';
import signing from '../../../docs/integrating/signing.md?raw';
import pythonVerifier from '../../../docs/integrating/verify-webhook.py?raw';

/** The pages of `docs/integrating`, as of the build. */
export const markdownPages: Readonly<Record<string, string>> = {
  '': start,
  signing,
  events,
  marks,
  captures,
  inputs,
  errors,
  formats,
  'going-live': goingLive,
};

/** Files that the pages refer to, for readers without the sources. */
export const files: Readonly<Record<string, string>> = {
  'call.sh': callScript,
  'sign.sh': shellSigner,
  'sign.py': pythonSigner,
  'verify-webhook.py': pythonVerifier,
  'signing-vectors.json': vectors,
};
