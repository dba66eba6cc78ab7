import { RotateCw } from 'lucide-react';
import { type ComponentProps, type ComponentType, type ReactNode, useLayoutEffect, useRef, useState } from 'react';
import { loadAllTexts } from '../languages/language.ts';
import { t } from '../languages/text.ts';
import { Button } from './button.tsx';

/** Why the code of a part is missing; `reloading` needs no message. */
export type MissingPart = 'reloading' | 'outdated' | 'unanswered';

type Recovery = (error: unknown) => Promise<MissingPart>;

let recovery: Recovery = () => Promise.resolve('unanswered');

/** Sets the function that finds out why the code of a part is missing. */
export function setPartRecovery(recover: Recovery): void {
  recovery = recover;
}

export const recoverPart: Recovery = (error) => recovery(error);

interface Closable {
  readonly onClose?: () => void;
}

// biome-ignore lint/suspicious/noExplicitAny: the props of any component; `lazyPart` passes on those of its own
type AnyComponent = ComponentType<any>;
type Part = { readonly Component: AnyComponent } | 'loading' | 'failed' | 'outdated';

/**
 * Creates a dialog, menu or sheet whose code loads when it first opens. Unlike with React.lazy, it renders as soon as
 * the code has loaded, without a 300 ms delay. A failed load is reported in place, with a retry (ERR-03). The
 * `onClose` of the part closes this report; a part that cannot be closed has none.
 * @param name the export of the module
 * @param onFailed called when the report has the focus, for a part that accepts input before it has loaded
 */
export function lazyPart<N extends string, M extends { readonly [K in N]: AnyComponent }>(
  load: () => Promise<M>,
  name: N,
  onFailed?: (props: ComponentProps<M[N]>) => void,
): (props: ComponentProps<M[N]> & Closable) => ReactNode {
  let loaded: AnyComponent | null = null;

  return function LazyPart(props: ComponentProps<M[N]> & Closable) {
    const [part, setPart] = useState<Part>(loaded ? { Component: loaded } : 'loading');
    useLayoutEffect(() => {
      if (part !== 'loading') return;
      let isMounted = true;
      Promise.all([load(), loadAllTexts()]).then(
        ([module]) => {
          loaded = module[name];
          if (isMounted) setPart({ Component: loaded });
        },
        (error: unknown) => {
          console.error(`${name} could not be loaded`, error);
          void recoverPart(error).then((cause) => {
            if (isMounted && cause !== 'reloading') setPart(cause === 'outdated' ? 'outdated' : 'failed');
          });
        },
      );
      return () => {
        isMounted = false;
      };
    }, [part]);
    if (part === 'loading') return null;
    if (part === 'failed' || part === 'outdated')
      return (
        <LoadFailure
          isOutdated={part === 'outdated'}
          onClose={props.onClose}
          onFocused={onFailed && (() => onFailed(props))}
        />
      );
    return <part.Component {...props} />;
  };
}

interface LoadFailureProps {
  isOutdated: boolean;
  onClose: (() => void) | undefined;
  onFocused: (() => void) | undefined;
}

/**
 * Reports a failed load. A retry reloads the page, because browsers remember until the next page load that a module
 * was missing.
 */
function LoadFailure({ isOutdated, onClose, onFocused }: LoadFailureProps) {
  const box = useRef<HTMLDivElement>(null);
  const takeFocus = useRef(onFocused);
  useLayoutEffect(() => {
    if (!takeFocus.current) return;
    const before = document.activeElement;
    box.current?.querySelector('button')?.focus();
    takeFocus.current();
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true });
    };
  }, []);
  return (
    <div
      ref={box}
      role="alert"
      className="fixed inset-x-4 bottom-4 z-60 m-auto grid max-w-md gap-3 rounded-lg bg-overlay p-5 text-left font-normal whitespace-normal text-ink shadow-float"
    >
      <p className="text-lg font-semibold">
        {isOutdated ? t('A new version is available.') : t('This could not be opened')}
      </p>
      <p className="text-ink-soft">
        {isOutdated
          ? t('Save your work, then reload the page.')
          : t('Save your work, then reload the page once you are online.')}
      </p>
      <div className="flex flex-wrap justify-end gap-2">
        {onClose && <Button onClick={onClose}>{t('Close')}</Button>}
        <Button icon={<RotateCw className="size-4" />} variant="primary" onClick={() => location.reload()}>
          {isOutdated ? t('Reload') : t('Reload the page')}
        </Button>
      </div>
    </div>
  );
}
