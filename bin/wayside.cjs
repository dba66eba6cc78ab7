#!/usr/bin/env node
// biome-ignore-all lint/suspicious/noVar: every version of Node must reach the message below instead of a syntax error
// biome-ignore-all lint/style/useTemplate: the same
'use strict';

var parts = process.versions.node.split('.');
var major = Number(parts[0]);
var minor = Number(parts[1]);
var message = 'Wayside needs Node 20.19 or newer, and this is Node ' + process.versions.node + '.\n';

if (major < 20 || (major === 20 && minor < 19)) {
  process.stderr.write(message);
  process.exit(1);
} else {
  require('./load.cjs');
}
