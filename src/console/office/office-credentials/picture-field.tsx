import { useEffect, useRef, useState, type ChangeEvent } from 'react';
import { limits } from '../../../domain/business/codes/limits.ts';
import type { FormControlProps } from '../../kit/form/form-field.tsx';
import { FileName } from '../../kit/ui/full-text/file-name.tsx';
import { GuardedButton } from '../../kit/ui/guarded-button.tsx';
import { ImageThumb } from '../../kit/ui/images/image-thumb.tsx';
import { sizeText } from '../../kit/ui/text/size-text.ts';
import './office.css';

/** A form field that takes a picture, and the chosen file. The file is held here because a form's values are strings. */
export function pictureBox() {
  let chosen: File | undefined;
  return {
    /** An empty blob until a file is chosen. */
    file: (): Blob => chosen ?? new Blob(),
    Control: function PictureField({ id, onChange }: FormControlProps) {
      return (
        <PictureInput
          id={id}
          choose={(file) => {
            chosen = file;
            onChange?.(file?.name ?? '');
          }}
        />
      );
    },
  };
}

interface Chosen {
  readonly name: string;
  readonly sizeBytes: number;
  /** Object URL for the preview before sending. */
  readonly url: string;
}

function PictureInput({ id, choose }: { id: string | undefined; choose: (file: File | undefined) => void }) {
  const [shown, setShown] = useState<Chosen>();
  const [fault, setFault] = useState<string>();
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => () => (shown ? URL.revokeObjectURL(shown.url) : undefined), [shown]);

  const take = (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    event.target.value = ''; // so that the same file can be chosen again
    if (!file) return;
    const wrong = faultOf(file);
    setFault(wrong);
    setShown(wrong === undefined ? { name: file.name, sizeBytes: file.size, url: URL.createObjectURL(file) } : undefined);
    choose(wrong === undefined ? file : undefined);
  };
  return (
    <div className="picture-field">
      <input ref={input} type="file" className="picture-input" accept={types.join(',')} onChange={take} aria-label="选择资质图片文件" />
      <GuardedButton id={id} type="button" className="btn" onClick={() => input.current?.click()}>
        {shown ? '重新选择' : '选择图片'}
      </GuardedButton>
      <span role="status" className={fault === undefined ? 'picture-note' : 'picture-note picture-fault'}>
        {shown ? (
          <>
            <FileName name={shown.name} />（{sizeText(shown.sizeBytes)}）
          </>
        ) : (
          (fault ?? 'JPEG、PNG或WebP，最大8MB')
        )}
      </span>
      {shown && <ImageThumb src={shown.url} alt="资质图片" />}
    </div>
  );
}

/** Early check of what the server would refuse; the server inspects the bytes themselves. */
function faultOf({ type, size }: File): string | undefined {
  if (!types.includes(type)) return '资质图片应为JPEG、PNG或WebP格式';
  return size > limits.credentialUploadBytes ? '资质图片不能超过8MB' : undefined;
}

const types = ['image/jpeg', 'image/png', 'image/webp'];
