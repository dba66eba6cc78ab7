import { type ReactNode, useState } from 'react';
import { cn } from './cn.ts';
import { Spinner } from './spinner.tsx';
import { useDragScroll } from './use-drag-scroll.ts';

export interface ImageStageProps {
  src: string;
  /** What it shows; its accessible name. */
  name: string;
  /** 1 fits it into the stage. */
  zoom: number;
  /** Turns to the right, of 90 degrees each. */
  quarterTurns: number;
  /** In its place when it cannot be loaded. */
  broken: ReactNode;
}

/**
 * A picture that can be zoomed into and turned, in the room that its parent gives. A zoomed one is moved by the
 * pointer, by touch and by the arrow keys. Give it its `src` as key: a new picture starts anew.
 */
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
