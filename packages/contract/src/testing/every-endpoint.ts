/// <reference types="node" />
import { readdirSync } from 'node:fs';
import type { Endpoint } from '../wire/endpoint.ts';

const isEndpoint = (value: unknown): value is Endpoint =>
  typeof value === 'object' && value !== null && 'method' in value && 'path' in value && 'response' in value;

const folder = new URL('../', import.meta.url);
const names = readdirSync(folder).filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'));
const modules: readonly object[] = await Promise.all(names.map((name) => import(new URL(name, folder).href)));

/** Every endpoint of the contract, for tests. */
export const everyEndpoint: readonly Endpoint[] = modules.flatMap(Object.values).filter(isEndpoint);
