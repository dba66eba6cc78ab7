import { type ComponentType, type ReactNode, useLayoutEffect, useState } from 'react';

type Part<P> = { readonly Component: ComponentType<P> } | { readonly error: unknown } | null;

/**
 * A part of a screen whose code comes when it is first shown; until then nothing stands there. Unlike React's own lazy it
 * is shown as soon as it is there, and not 300 ms after it was missed; and what could not be loaded is asked for again
 * by the next try. It throws in its place what the loading fails with.
 * @param name what the module exports it as
 */
export function lazyPart<N extends string, P extends object>(
  load: () => Promise<{ readonly [K in N]: ComponentType<P> }>,
  name: N,
): (props: P) => ReactNode {
  let loaded: ComponentType<P> | null = null;

  return function LazyPart(props: P) {
    const [part, show] = useState<Part<P>>(loaded && { Component: loaded });
    useLayoutEffect(() => {
      if (part !== null) return;
      let isAwaited = true;
      load().then(
        (module) => {
          loaded = module[name];
          if (isAwaited) show({ Component: loaded });
        },
        (error: unknown) => isAwaited && show({ error }),
      );
      return () => {
        isAwaited = false;
      };
    }, [part]);
    if (part === null) return null;
    if ('error' in part) throw part.error;
    return <part.Component {...props} />;
  };
}
