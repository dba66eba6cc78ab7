import { IMAGE_FORMATS, MAX_IMAGE_BYTES, uploadImage } from '@wayside/contract/files';
import { ImageOff, ImagePlus, X } from 'lucide-react';
import { useEffect, useMemo, useRef, useState } from 'react';
import { type Message, msg, t } from '../languages/text.ts';
import { call } from '../lib/api.ts';
import { ApiError, failureText } from '../lib/api-error.ts';
import { hasOwnFileHost } from '../lib/config.ts';
import { deleteUnusedImage, imageAddress } from '../lib/images.ts';
import { Button } from '../ui/button.tsx';
import { Field } from '../ui/field.tsx';

export interface ImageErrors {
  readonly notAnImage: Message;
  readonly tooLarge: Message;
  readonly unreadable: Message;
  /** Shown if the file host responds without a URL. */
  readonly rejected: Message;
  /** Shown if the file host does not respond. */
  readonly exception: Message;
}

export const DEFAULT_IMAGE_ERRORS: ImageErrors = {
  notAnImage: msg('Please select an image file'),
  tooLarge: msg('File size must be less than 5MB'),
  unreadable: msg('This file cannot be shown as an image'),
  rejected: msg('Failed to upload image'),
  exception: msg('Failed to upload image'),
};

/** Error for a failed upload; nothing was saved (FILE-01). */
class UploadFailed extends Error {}

export const saveFailureText = (error: unknown, failed: string): string =>
  error instanceof UploadFailed ? error.message : failureText(error, failed);

/** The image of a record in a form: the stored one, a chosen one, or none. */
export interface ImageDraft {
  readonly shown: string | null;
  /** Whether the browser may be unable to display the chosen file. */
  readonly mayBeUndisplayable: boolean;
  readonly isChanged: boolean;
  readonly error: string | null;
  readonly progress: number | null;
  readonly choose: (file: File) => void;
  readonly remove: () => void;
  readonly rejectUnreadable: () => void;
  /** Describes the user's own change in a conflict. */
  readonly describe: () => string;
  readonly rebase: (stored: string | null) => void;
  readonly setIgnored: (isAside: boolean) => void;
  /**
   * Uploads the image, saves the record with its URL, and then deletes the replaced image (FILE-01, FILE-02).
   * @throws UploadFailed, or the error of `save`
   */
  readonly saveWith: <R>(save: (url: string | null) => Promise<R>) => Promise<R>;
}

/** Holds the image of a form. The image is uploaded only once, even if the save afterwards fails. */
export function useImageDraft(first: string | null, errors: ImageErrors): ImageDraft {
  const [stored, setStored] = useState(first);
  const [isAside, setAside] = useState(false);
  const [chosenFile, setFile] = useState<File | null>(null);
  const [hasRemoved, setRemoved] = useState(false);
  const file = isAside ? null : chosenFile;
  const isRemoved = hasRemoved && !isAside;
  const [error, setError] = useState<string | null>(null);
  const [progress, setProgress] = useState<number | null>(null);
  const uploaded = useRef<{ readonly file: File; readonly url: string } | null>(null);
  const preview = useMemo(() => (file ? URL.createObjectURL(file) : null), [file]);
  useEffect(
    () => () => {
      if (preview !== null) URL.revokeObjectURL(preview);
    },
    [preview],
  );

  const upload = async (chosen: File): Promise<string> => {
    if (uploaded.current?.file === chosen) return uploaded.current.url;
    setProgress(0);
    try {
      const { url } = await call(uploadImage, { body: { image: chosen, purpose: null }, onProgress: setProgress });
      uploaded.current = { file: chosen, url };
      return url;
    } catch (error) {
      const hasAnswered = error instanceof ApiError && error.status > 0;
      throw new UploadFailed(failureText(error, t(hasAnswered ? errors.rejected : errors.exception)), {
        cause: error,
      });
    } finally {
      setProgress(null);
    }
  };

  return {
    shown: preview ?? (isRemoved || stored === null ? null : imageAddress(stored)),
    mayBeUndisplayable: file !== null && isHeic(file),
    isChanged: file !== null || (isRemoved && stored !== null),
    error,
    progress,
    choose: (chosen) => {
      const found = fileError(chosen, errors);
      setError(found);
      if (found !== null) return;
      setFile(chosen);
      setAside(false);
    },
    remove: () => {
      setFile(null);
      setRemoved(true);
      setAside(false);
      setError(null);
    },
    describe: () => chosenFile?.name ?? t('no image'),
    rebase: setStored,
    setIgnored: setAside,
    rejectUnreadable: () => {
      if (file === null || isHeic(file) || !isAcceptedFormat(file)) return;
      setFile(null);
      setError(t(errors.unreadable));
    },
    saveWith: async (save) => {
      const unchanged = isRemoved ? null : stored;
      const url = file === null ? unchanged : await upload(file);
      const result = await save(url);
      if (stored !== null && url !== stored) void deleteUnusedImage(stored);
      return result;
    },
  };
}

const WRONG_KIND = msg(
  'This image format is not supported. Please select a JPEG, PNG, WebP, GIF, AVIF or HEIC image.',
);
/** Image formats for which some browsers report no file type. */
const IMAGE_NAME = /\.(avif|bmp|gif|heic|heif|ico|jpe?g|jxl|png|svg|tiff?|webp)$/i;

/** Checks whether a file is a HEIC photo. Most systems report no type for it, and most browsers cannot decode it. */
const isHeic = ({ type, name }: File) => /^image\/hei[cf]$/.test(type) || (type === '' && /\.hei[cf]$/i.test(name));
const isAcceptedFormat = (file: File) =>
  isHeic(file) || IMAGE_FORMATS.some((format) => file.type === `image/${format}`);
const isImage = ({ type, name }: File) => type.startsWith('image/') || (type === '' && IMAGE_NAME.test(name));

function fileError(file: File, errors: ImageErrors): string | null {
  if (!isImage(file)) return t(errors.notAnImage);
  if (hasOwnFileHost() && !isAcceptedFormat(file)) return t(WRONG_KIND);
  return file.size > MAX_IMAGE_BYTES ? t(errors.tooLarge) : null;
}

export interface ImageFieldProps {
  label: string;
  prompt: string;
  draft: ImageDraft;
  disabled?: boolean;
}

const OWN_HINT = msg('JPEG, PNG, WebP, GIF, AVIF or HEIC, up to 5 MB');
const HINT = msg('An image, up to 5 MB');
const HIDDEN = msg('This browser cannot display HEIC photos. The image appears after saving.');

export function ImageField({ label, prompt, draft, disabled = false }: ImageFieldProps) {
  const input = useRef<HTMLInputElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const [broken, setBroken] = useState<string | null>(null);
  const isBroken = draft.shown !== null && draft.shown === broken;
  const usualHint = hasOwnFileHost() ? OWN_HINT : HINT;
  const hint = isBroken && draft.mayBeUndisplayable ? HIDDEN : usualHint;
  return (
    <Field label={label} error={draft.error ?? undefined} hint={t(hint)}>
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
                  draft.rejectUnreadable();
                }}
              />
            )}
            {draft.shown === null && <ImagePlus aria-hidden="true" className="size-6" />}
            {isBroken && <ImageOff aria-label={t('The image cannot be shown')} className="size-6" />}
            {draft.progress !== null && (
              <progress
                aria-label={t('Uploading')}
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
              tabIndex={-1}
              className="sr-only"
              onChange={(event) => {
                const file = event.target.files?.[0];
                // Allows the user to choose the same file again.
                event.target.value = '';
                if (file) draft.choose(file);
              }}
            />
            <Button
              ref={button}
              disabled={disabled}
              icon={<ImagePlus className="size-4" />}
              className="h-auto! min-h-9 shrink! whitespace-normal! touch:min-h-11"
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
                {t('Remove image')}
              </Button>
            )}
          </div>
        </div>
      )}
    </Field>
  );
}
