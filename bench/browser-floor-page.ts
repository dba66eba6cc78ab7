import { createElement } from 'react';
import { createRoot } from 'react-dom/client';

const host = document.getElementById('root');
if (host) createRoot(host).render(createElement('h1', null, 'Floor'));
