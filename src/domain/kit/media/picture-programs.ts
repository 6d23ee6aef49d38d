/** Maker and model of a camera, as it writes them; empty if absent. */
export interface Camera {
  readonly make: string;
  readonly model: string;
}

/**
 * The editor of pictures that a text names; empty if it names none. Cameras write their own software's name where editors write theirs, and
 * some cameras and their makers have the name of an editor.
 */
export function editorIn(text: string, { make, model }: Camera): string {
  const [found = ''] = editors.exec(text) ?? [];
  return found !== '' && `${make}\n${model}`.toLowerCase().includes(found.toLowerCase()) ? '' : found;
}

/** Also programs of the makers of cameras that develop their pictures. */
const editors = new RegExp(
  [
    'photoshop|lightroom|camera raw|illustrator|imageready|indesign|gimp|paint|pixelmator|affinity|figma|coreldraw|canva\\b|sketchbook',
    'capture one|acdsee|darktable|rawtherapee|dxo|photolab|luminar|silkypix|\\bon1\\b|digikam|phocus|capture nx|viewnx|nx studio',
    'digital photo professional|imaging edge|image data converter|raw studio|olympus (?:master|viewer|workspace)|photo ?editor',
    'snapseed|vsco|picsart|polarr|fotor|pixlr|picasa|photoscape|faceapp|facetune|aviary|meitu|美图|醒图|xingtu|光影魔术手',
    'stable diffusion|midjourney|comfyui|\\bdall.?e\\b|novelai|adobe firefly|firefly (?:image|vector|video)\\b|^firefly$',
  ].join('|'),
  'i',
);

/** Whether a program is the camera's own: it has the name of the model, or a form in which cameras write the version of their firmware. */
export function isCamerasOwn(program: string, { make, model }: Camera): boolean {
  const [name, maker] = [program.toLowerCase(), /^[\p{L}\p{N}]+/u.exec(make.toLowerCase())?.[0] ?? ''];
  if (maker === '' || editorIn(program, { make, model }) !== '') return false;
  return (
    (model.length >= 3 && name.includes(model.toLowerCase())) ||
    /^(?:firmware )?v(?:er(?:sion)?)?[. ]{0,2}\d[\d.]*$/.test(name) ||
    (firmwares[maker]?.test(program) ?? false)
  );
}

const firmwares: Readonly<Record<string, RegExp>> = {
  apple: /^\d{1,2}(?:\.\d{1,2}){1,3}$/,
  google: /^HDR\+ \d[\w.]*$/,
  samsung: /^[A-Z]\d{3,4}[A-Z0-9]{8,10}$/,
  dji: /^v?\d\d(?:\.\d\d){1,3}$/,
};
