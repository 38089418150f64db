/** Icons, drawn for these pages: outlines on a grid of 16, in the colour of the text. */
import { type Html, html, trusted } from "../html.js";

const SHAPES = {
  code: '<path d="M5.5 4 1.5 8l4 4M10.5 4l4 4-4 4"/>',
  issues: '<circle cx="8" cy="8" r="6"/><circle cx="8" cy="8" r="1.2" fill="currentColor" stroke="none"/>',
  pulls:
    '<circle cx="4" cy="3.5" r="1.8"/><circle cx="4" cy="12.5" r="1.8"/><circle cx="12" cy="12.5" r="1.8"/><path d="M4 5.3v5.4M12 10.7V6.5a2 2 0 0 0-2-2H8.2M9.7 2.8 8 4.5l1.7 1.7"/>',
  actions: '<circle cx="8" cy="8" r="6"/><path d="m6.8 5.6 3.6 2.4-3.6 2.4z"/>',
  releases: '<path d="M2 2.5h5.5l6 6-5 5-6-6z"/><circle cx="5.2" cy="5.7" r="0.9"/>',
  folder: '<path d="M1.5 4.5v8h13v-6.5h-6.5l-1.5-2h-5z"/>',
  file: '<path d="M3.5 1.5h6l3 3v10h-9zM9.5 1.5v3h3"/>',
  branch:
    '<circle cx="4" cy="3.5" r="1.8"/><circle cx="4" cy="12.5" r="1.8"/><circle cx="12" cy="5" r="1.8"/><path d="M4 5.3v5.4M12 6.8c0 2.5-3 2.7-8 4"/>',
  commit: '<circle cx="8" cy="8" r="3"/><path d="M1 8h4M11 8h4"/>',
  comment: '<path d="M2 2.5h12v8.5h-6.5l-3 3v-3h-2.5z"/>',
  success: '<path d="m3 8.5 3.3 3.3 6.7-7.3"/>',
  failure: '<path d="m4 4 8 8M12 4l-8 8"/>',
  pending: '<circle cx="8" cy="8" r="4.5" stroke-dasharray="3 2.3"/>',
  queued: '<circle cx="8" cy="8" r="3.5"/>',
  neutral: '<rect x="4" y="4" width="8" height="8" rx="1.5"/>',
  skipped: '<circle cx="8" cy="8" r="5.5"/><path d="m4.5 11.5 7-7"/>',
  merge:
    '<circle cx="4" cy="3.5" r="1.8"/><circle cx="4" cy="12.5" r="1.8"/><circle cx="12" cy="8.5" r="1.8"/><path d="M4 5.3v5.4M4 5.3c0 2 2 3.2 6.2 3.2"/>',
  label: '<path d="M2 2.5h5.5l6 6-5 5-6-6z"/><circle cx="5.2" cy="5.7" r="0.9"/>',
  eye: '<path d="M1 8s2.5-4.5 7-4.5S15 8 15 8s-2.5 4.5-7 4.5S1 8 1 8z"/><circle cx="8" cy="8" r="2"/>',
  warning: '<path d="M8 2 1.5 13.5h13zM8 6.5v3.2M8 11.4v.6"/>',
  notice: '<circle cx="8" cy="8" r="6"/><path d="M8 7.2v4M8 4.7v.6"/>',
} as const;
export type IconName = keyof typeof SHAPES;

export function icon(name: IconName): Html {
  return html`<svg class="icon icon-${name}" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true" fill="none" stroke="currentColor" stroke-width="1.4" stroke-linejoin="round" stroke-linecap="round">${trusted(SHAPES[name])}</svg>`;
}
