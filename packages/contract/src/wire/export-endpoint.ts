import { type Endpoint, endpoint } from './endpoint.ts';
import { fileText } from './fields.ts';
import type { Permission } from './permissions.ts';
import type { Wire } from './wire.ts';

/** A call that answers with a table; its permission is known, so that the file ends when the role may not read on. */
export type ExportEndpoint<Q> = Endpoint<Record<string, never>, Q, null, string> & {
  readonly permission: Permission;
};

interface Declared<Q> {
  readonly name: string;
  /** The end of the path: "sos-services". */
  readonly path: string;
  readonly permission: Permission;
  /** Whether it holds persons or money (TEAM-05). */
  readonly needsProof?: boolean;
  readonly summary: string;
  readonly query: Wire<Q>;
  readonly errorCodes?: readonly number[];
}

/** Declares the export of a table (API-17, VIEW-08). */
export const exportEndpoint = <Q>({ name, path, permission, ...declared }: Declared<Q>): ExportEndpoint<Q> => ({
  ...endpoint<Record<string, never>, Q, null, string>({
    ...declared,
    name,
    permission,
    method: 'GET',
    path: `/admin/export/${path}`,
    tag: 'exports',
    answer: fileText,
    isTable: true,
  }),
  permission,
});
