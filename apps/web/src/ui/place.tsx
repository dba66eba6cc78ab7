import { CopyButton } from './copyable-id.tsx';
import { MapLink, type MapLinkProps } from './map-link.tsx';

interface PlaceProps extends MapLinkProps {
  /** What people call it: "Hadapsar, Pune, 3 km SE"; null where nothing is known. */
  name: string | null;
}

/** A place by its name, and its coordinates as `children`, which open a map and can be copied (DESK-02). */
export function Place({ name, children, ...point }: PlaceProps) {
  return (
    <span className="inline-flex flex-wrap items-center gap-x-2">
      {name !== null && (
        <span translate="no" className="wrap-anywhere">
          {name}
        </span>
      )}
      <span className="inline-flex items-center gap-1 whitespace-nowrap" translate="no">
        <MapLink {...point}>{children}</MapLink>
        <span data-unprinted="" className="-my-1.5 inline-flex">
          <CopyButton text={`${point.latitude}, ${point.longitude}`} label="Copy coordinates" />
        </span>
      </span>
    </span>
  );
}
