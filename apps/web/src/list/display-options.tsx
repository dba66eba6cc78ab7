import { DENSITIES } from '@wayside/contract/preferences';
import { ArrowDown, ArrowUp } from 'lucide-react';
import { msg, t } from '../languages/text.ts';
import { ROWS_PER_PAGE_OPTIONS, setPreferences, usePreferences } from '../lib/preferences.ts';
import { Button, IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Field } from '../ui/field.tsx';
import { Select } from '../ui/select.tsx';

const DENSITY_LABELS = { comfortable: msg('Comfortable'), compact: msg('Compact') } as const;

export interface DisplayOptionsProps {
  /** The English headings of the columns, as stored in preferences. */
  headers: readonly string[];
  labelOf: (header: string) => string;
  shown: readonly string[];
  onShown: (shown: readonly string[]) => void;
  isOfView: boolean;
  rows: number;
  onRows: (rows: number) => void;
  onClose: () => void;
}

/** Options for the rows per page, the row height and the columns of a list (VIEW-05). */
export function DisplayOptions({
  headers,
  labelOf,
  shown,
  onShown,
  isOfView,
  rows,
  onRows,
  onClose,
}: DisplayOptionsProps) {
  const { density } = usePreferences();
  const ordered = [...shown, ...headers.filter((header) => !shown.includes(header))];
  const move = (header: string, by: 1 | -1) => {
    const from = shown.indexOf(header);
    const next = shown.toSpliced(from, 1).toSpliced(from + by, 0, header);
    onShown(next);
  };
  return (
    <Dialog
      title={t('Display')}
      description={
        isOfView ? t('Rows and density are for you, columns for the opened view.') : t('For you, on every device.')
      }
      size="sm"
      onClose={onClose}
      footer={
        <>
          <Button onClick={() => onShown(headers)} disabled={shown.join() === headers.join()}>
            {t('Reset columns')}
          </Button>
          <Button variant="primary" onClick={onClose}>
            {t('Done')}
          </Button>
        </>
      }
    >
      <div className="grid gap-4">
        <div className="grid grid-cols-2 gap-3">
          <Field label={t('Rows per page')}>
            {(control) => (
              <Select
                {...control}
                value={rows}
                onChange={({ target }) => onRows(Number(target.value))}
                options={ROWS_PER_PAGE_OPTIONS.map((each) => ({ value: String(each), label: String(each) }))}
                className="w-full"
              />
            )}
          </Field>
          <Field label={t('Density')}>
            {(control) => (
              <Select
                {...control}
                value={density ?? DENSITIES[0]}
                onChange={({ target }) =>
                  setPreferences({ density: DENSITIES.find((each) => each === target.value) ?? null })
                }
                options={DENSITIES.map((each) => ({ value: each, label: t(DENSITY_LABELS[each]) }))}
                className="w-full"
              />
            )}
          </Field>
        </div>
        <fieldset className="grid gap-1 max-md:hidden">
          <legend className="mb-1 text-sm font-medium text-ink">{t('Columns')}</legend>
          <ul>
            {ordered.map((header) => {
              const place = shown.indexOf(header);
              return (
                <li key={header} className="flex min-h-9 items-center gap-2">
                  <label className="flex min-w-0 flex-1 items-center gap-2.5">
                    <input
                      type="checkbox"
                      checked={place >= 0}
                      disabled={place >= 0 && shown.length === 1}
                      onChange={({ target }) =>
                        onShown(target.checked ? [...shown, header] : shown.filter((each) => each !== header))
                      }
                      className="size-4 shrink-0 accent-accent"
                    />
                    {labelOf(header)}
                  </label>
                  <IconButton
                    label={t('Move {header} left', { header: labelOf(header) })}
                    icon={<ArrowUp className="size-4" />}
                    disabled={place <= 0}
                    onClick={() => move(header, -1)}
                  />
                  <IconButton
                    label={t('Move {header} right', { header: labelOf(header) })}
                    icon={<ArrowDown className="size-4" />}
                    disabled={place < 0 || place === shown.length - 1}
                    onClick={() => move(header, 1)}
                  />
                </li>
              );
            })}
          </ul>
        </fieldset>
      </div>
    </Dialog>
  );
}
