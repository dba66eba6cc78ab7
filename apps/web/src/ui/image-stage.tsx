import { type ReactNode, type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react';
import { cn } from './cn.ts';
import { Spinner } from './loading.tsx';

export interface ImageStageProps {
  src: string;
  name: string;
  zoom: number;
  quarterTurns: number;
  broken: ReactNode;
}

/** Image that can be zoomed and rotated, as large as its parent. Use its `src` as key. */
export function ImageStage({ src, name, zoom, quarterTurns, broken }: ImageStageProps) {
  const [state, setState] = useState<{ status: 'loading' | 'broken' } | { status: 'loaded'; ratio: number }>({
    status: 'loading',
  });
  const stage = useDragScroll(zoom);
  if (state.status === 'broken') return broken;
  const isLoaded = state.status === 'loaded';
  const isTurned = quarterTurns % 2 !== 0;
  const ratio = isLoaded ? state.ratio : 1;
  const boxRatio = isTurned ? 1 / ratio : ratio;
  return (
    <div
      ref={stage}
      role="group"
      aria-label={`${name}, ${Math.round(zoom * 100)} %`}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: keys scroll it
      tabIndex={0}
      className={cn(
        'relative flex size-full -outline-offset-2 [container-type:size]',
        zoom > 1 ? 'cursor-grab overflow-auto active:cursor-grabbing' : 'overflow-hidden',
      )}
    >
      {!isLoaded && <Spinner className="absolute inset-0 m-auto size-6 text-ink-faint" />}
      <div
        className="relative m-auto shrink-0 [container-type:size]"
        style={{ width: `calc(min(100cqw, 100cqh * ${boxRatio}) * ${zoom})`, aspectRatio: boxRatio }}
      >
        <img
          src={src}
          alt={name}
          draggable={false}
          onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) =>
            setState({ status: 'loaded', ratio: naturalWidth / naturalHeight || 1 })
          }
          onError={() => setState({ status: 'broken' })}
          className={cn('absolute top-1/2 left-1/2 max-w-none', !isLoaded && 'opacity-0')}
          style={{
            width: isTurned ? '100cqh' : '100cqw',
            height: isTurned ? '100cqw' : '100cqh',
            transform: `translate(-50%, -50%) rotate(${quarterTurns * 90}deg)`,
          }}
        />
      </div>
    </div>
  );
}

/**
 * Lets a mouse drag content that is larger than its box, and keeps the centre in place when `scale` changes.
 * @returns the ref of the box
 */
export function useDragScroll(scale: number): RefObject<HTMLDivElement | null> {
  const ref = useRef<HTMLDivElement>(null);
  const middle = useRef({ x: 0.5, y: 0.5 });

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scale is what the content has just grown by
  useLayoutEffect(() => {
    const box = ref.current;
    if (!box) return;
    box.scrollLeft = middle.current.x * box.scrollWidth - box.clientWidth / 2;
    box.scrollTop = middle.current.y * box.scrollHeight - box.clientHeight / 2;
  }, [scale]);

  useEffect(() => {
    const box = ref.current;
    if (!box) return undefined;
    const stop = new AbortController();
    const { signal } = stop;
    box.addEventListener(
      'scroll',
      () => {
        middle.current = {
          x: (box.scrollLeft + box.clientWidth / 2) / box.scrollWidth,
          y: (box.scrollTop + box.clientHeight / 2) / box.scrollHeight,
        };
      },
      { signal, passive: true },
    );
    box.addEventListener(
      'pointerdown',
      (event) => {
        if (event.pointerType === 'mouse' && event.button === 0) box.setPointerCapture(event.pointerId);
      },
      { signal },
    );
    box.addEventListener(
      'pointermove',
      (event) => {
        if (box.hasPointerCapture(event.pointerId)) box.scrollBy(-event.movementX, -event.movementY);
      },
      { signal },
    );
    return () => stop.abort();
  }, []);
  return ref;
}
