import './ui/tokens.css';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/app';
import { reloadOnMissingChunk } from './app/missing-chunk';
import { listenToPrinting } from './ui/paper/paper';

reloadOnMissingChunk();
listenToPrinting();
const root = document.getElementById('root');
if (root === null) throw new Error('The page has no element with the id "root".');
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
