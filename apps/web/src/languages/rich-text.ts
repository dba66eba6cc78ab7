import { createElement, Fragment, type ReactNode } from 'react';
import { type Literal, type Message, t } from './text.ts';

const PLACEHOLDER = /\{(\w+)\}/;

/** Returns a text in which elements, such as a link or a bold name, replace the `{names}`. @param text as for `t` */
export const richText = <T extends string>(
  text: Literal<T> | Message,
  parts: Readonly<Record<string, ReactNode>>,
): ReactNode =>
  t(text)
    .split(PLACEHOLDER)
    .map((part, index) => createElement(Fragment, { key: index }, index % 2 === 0 ? part : parts[part]));
