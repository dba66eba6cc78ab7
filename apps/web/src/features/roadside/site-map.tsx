import type { NearMechanic } from '@wayside/contract/roadside-requests';
import type { GeoPoint } from '@wayside/contract/wire/geo-point';
import { Minus, Plus } from 'lucide-react';
import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { t } from '../../languages/text.ts';
import { config } from '../../lib/config.ts';
import { IconButton } from '../../ui/button.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { distanceText, mechanicName } from './emergency-labels.ts';
import { atZoom, type MapPoint, mapPoint, TILE, tilesAround, ZOOMS } from './site-geometry.ts';

interface SiteMapProps {
  car: GeoPoint;
  nearest: readonly NearMechanic[];
  onClose: () => void;
}

const KEY_PIXELS = 80;
const STEPS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-KEY_PIXELS, 0],
  ArrowRight: [KEY_PIXELS, 0],
  ArrowUp: [0, -KEY_PIXELS],
  ArrowDown: [0, KEY_PIXELS],
};

/** The plan on a map from MAP_TILES_URL, which the web app requests only when the map is opened (ROAD-06). */
export function SiteMap({ car, nearest, onClose }: SiteMapProps) {
  const { mapTilesUrl } = config();
  return (
    <Dialog
      title={t('Map')}
      description={t('Map by {host}. The list beside it shows the same information.', {
        host: new URL(mapTilesUrl.replaceAll(/[{}]/g, '')).host,
      })}
      size="full"
      onClose={onClose}
    >
      <Tiles template={mapTilesUrl} car={car} nearest={nearest} />
    </Dialog>
  );
}

interface Shown {
  readonly zoom: number;
  readonly centre: MapPoint;
}

function Tiles({ template, car, nearest }: Omit<SiteMapProps, 'onClose'> & { template: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [{ width, height }, setSize] = useState({ width: 0, height: 0 });
  const [{ zoom, centre }, setView] = useState<Shown>(() => ({
    zoom: ZOOMS.first,
    centre: mapPoint(car, ZOOMS.first),
  }));
  useLayoutEffect(() => {
    const element = box.current;
    if (!element) return;
    const observer = new ResizeObserver(() =>
      setSize({ width: element.clientWidth, height: element.clientHeight }),
    );
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const moveBy = (x: number, y: number) =>
    setView((now) => ({ zoom: now.zoom, centre: { x: now.centre.x + x, y: now.centre.y + y } }));
  const zoomBy = (step: 1 | -1) =>
    setView((now) => {
      const next = Math.max(ZOOMS.least, Math.min(ZOOMS.most, now.zoom + step));
      return { zoom: next, centre: atZoom(now.centre, now.zoom, next) };
    });
  const drag = ({ buttons, isPrimary, movementX, movementY }: PointerEvent) =>
    buttons === 1 && isPrimary && moveBy(-movementX, -movementY);
  const onKeyDown = (event: KeyboardEvent) => {
    const step = STEPS[event.key];
    if (step) moveBy(...step);
    else if (event.key === '+' || event.key === '-') zoomBy(event.key === '+' ? 1 : -1);
    else return;
    event.preventDefault();
  };
  const toPinPosition = (place: GeoPoint) => {
    const { x, y } = mapPoint(place, zoom);
    return { left: x - centre.x + width / 2, top: y - centre.y + height / 2 };
  };
  return (
    <div className="relative h-full overflow-hidden bg-neutral-soft">
      <div
        ref={box}
        role="application"
        aria-label={t('Map; arrow keys move it, plus and minus zoom')}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: keys move it
        tabIndex={0}
        onKeyDown={onKeyDown}
        onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
        onPointerMove={drag}
        className="absolute inset-0 cursor-grab touch-none -outline-offset-2 active:cursor-grabbing"
      >
        {width > 0 &&
          tilesAround(template, { centre, zoom, width, height }).map(({ url, left, top }) => (
            <img
              key={`${url} ${Math.floor((left + centre.x) / TILE / 2 ** zoom)}`}
              src={url}
              alt=""
              draggable={false}
              width={TILE}
              height={TILE}
              className="absolute max-w-none select-none"
              style={{ left, top }}
            />
          ))}
        <Pin {...toPinPosition(car)} label={t('The car')} text="" isCar />
        {nearest.map((mechanic, index) =>
          mechanic.place ? (
            <Pin
              key={mechanic.id}
              {...toPinPosition(mechanic.place)}
              label={`${mechanicName(mechanic)}, ${distanceText(mechanic.metres)}`}
              text={String(index + 1)}
            />
          ) : null,
        )}
      </div>
      <div className="absolute top-3 right-3 grid rounded-md bg-overlay shadow-float">
        <IconButton label={t('Zoom in')} icon={<Plus className="size-4" />} onClick={() => zoomBy(1)} />
        <IconButton label={t('Zoom out')} icon={<Minus className="size-4" />} onClick={() => zoomBy(-1)} />
      </div>
    </div>
  );
}

interface PinProps {
  left: number;
  top: number;
  label: string;
  text: string;
  isCar?: boolean;
}

const Pin = ({ left, top, label, text, isCar = false }: PinProps) => (
  <span
    role="img"
    translate="no"
    aria-label={label}
    title={label}
    style={{ left, top }}
    className={`numeric absolute grid size-6 -translate-x-1/2 -translate-y-1/2 place-items-center rounded-full text-sm font-semibold text-accent-ink ring-2 ring-surface ${isCar ? 'bg-danger' : 'bg-accent'}`}
  >
    {text}
  </span>
);
