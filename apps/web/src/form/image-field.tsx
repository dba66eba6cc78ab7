import { ImageOff, ImagePlus, X } from 'lucide-react';
import { useRef, useState } from 'react';
import { hasOwnFileHost } from '../lib/config.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';
import type { ImageDraft } from './image-draft.ts';

export interface ImageFieldProps {
  /** "Company Logo" */
  label: string;
  /** "Click to upload logo" */
  prompt: string;
  draft: ImageDraft;
  disabled?: boolean;
}

const OWN_HINT = 'JPEG, PNG, WebP, GIF, AVIF or HEIC, up to 5 MB';
const HINT = 'An image, up to 5 MB';
const HIDDEN = 'This browser shows no HEIC photos. You see it after saving.';

/** Chooses, shows and removes the image of a record, and shows the progress of its upload. */
export function ImageField({ label, prompt, draft, disabled = false }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = draft.shown !== null && draft.shown === broken;
  const usualHint = hasOwnFileHost() ? OWN_HINT : HINT;
  const hint = isBroken && draft.mayBeHidden ? HIDDEN : usualHint;
  return (
    <Field label={label} error={draft.error ?? undefined} hint={hint}>
      {(control) => (
        <div className="flex flex-wrap items-center gap-4">
          <div className="relative grid size-20 shrink-0 place-items-center overflow-hidden rounded-md border border-line bg-hover text-ink-faint">
            {draft.shown !== null && !isBroken && (
              <img
                src={draft.shown}
                alt=""
                className="size-full object-contain"
                onError={() => {
                  setBroken(draft.shown);
                  draft.fail();
                }}
              />
            )}
            {draft.shown === null && <ImagePlus aria-hidden="true" className="size-6" />}
            {isBroken && <ImageOff aria-label="The image cannot be shown" className="size-6" />}
            {draft.progress !== null && (
              <progress
                aria-label="Uploading"
                value={draft.progress}
                max={1}
                className="absolute inset-x-1 bottom-1 h-1.5 w-auto accent-accent"
              />
            )}
          </div>
          <div className="flex flex-1 basis-48 flex-wrap gap-2">
            <input
              {...control}
              ref={input}
              type="file"
              accept={hasOwnFileHost() ? 'image/*,.heic,.heif' : 'image/*'}
              disabled={disabled}
              // The button beside it opens it.
              tabIndex={-1}
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                // So that the same file can be chosen again.
                event.target.value = '';
                if (file) draft.choose(file);
              }}
            />
            <Button
              ref={button}
              disabled={disabled}
              icon={<ImagePlus className="size-4" />}
              onClick={() => input.current?.click()}
            >
              {prompt}
            </Button>
            {draft.shown !== null && (
              <Button
                variant="ghost"
                disabled={disabled}
                icon={<X className="size-4" />}
                onClick={() => {
                  draft.remove();
                  button.current?.focus();
                }}
              >
                Remove image
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
