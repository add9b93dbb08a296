"""From content to drawings: display lists in millimetres that know nothing of PDF or SVG."""
