import { createElement, Fragment, type ReactNode } from 'react';
import { t } from './text.ts';

const PLACE = /\{(\w+)\}/;

/** A text whose `{names}` stand for elements, such as a link or a name in bold. @param english as for `t` */
export const richText = (english: string, parts: Readonly<Record<string, ReactNode>>): ReactNode =>
  t(english)
    .split(PLACE)
    .map((part, index) => createElement(Fragment, { key: index }, index % 2 === 0 ? part : parts[part]));
