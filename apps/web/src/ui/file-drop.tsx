import { type DragEvent, useRef, useState } from 'react';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';
import { cn } from './cn.ts';
import { Field } from './field.tsx';
import { Select } from './select.tsx';

export interface FileDropProps {
  label: string;
  inputLabel: string;
  hint: string;
  accept: string;
  formats: readonly { readonly name: string; readonly label: string }[];
  /** The format that is selected until the user chooses one. */
  preset: string | undefined;
  isPending: boolean;
  onFile: (format: string, file: File) => void;
}

/** Accepts a file in one of several formats, by button or by drag and drop. */
export function FileDrop(props: FileDropProps) {
  const { label, inputLabel, hint, accept, formats, preset, isPending, onFile } = props;
  const [chosenName, setChosenName] = useState<string | null>(null);
  const [isDraggedOver, setDraggedOver] = useState(false);
  const input = useRef<HTMLInputElement>(null);
  const format = chosenName ?? preset;
  const take = (files: FileList | null) => {
    const file = files?.[0];
    if (file && format !== undefined && !isPending) onFile(format, file);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setDraggedOver(false);
    take(event.dataTransfer.files);
  };
  return (
    <section
      aria-label={label}
      onDragOver={(event) => {
        event.preventDefault();
        setDraggedOver(true);
      }}
      onDragLeave={() => setDraggedOver(false)}
      onDrop={drop}
      className={cn(
        'flex flex-wrap items-end gap-4 rounded-lg border border-dashed border-line-strong px-4 py-4',
        isDraggedOver && 'bg-pressed',
      )}
    >
      <Field label={t('Format')}>
        {(control) => (
          <Select
            {...control}
            value={format ?? ''}
            options={formats.map((each) => ({ value: each.name, label: each.label }))}
            onChange={(event) => setChosenName(event.target.value)}
          />
        )}
      </Field>
      <p className="min-w-40 flex-1 py-2 text-ink-soft max-md:basis-full">{hint}</p>
      <input
        ref={input}
        type="file"
        aria-label={inputLabel}
        accept={accept}
        className="sr-only"
        tabIndex={-1}
        onChange={(event) => {
          take(event.target.files);
          event.target.value = '';
        }}
      />
      <Button
        variant="primary"
        pending={isPending}
        disabled={format === undefined}
        onClick={() => input.current?.click()}
      >
        {t('Choose file')}
      </Button>
    </section>
  );
}
