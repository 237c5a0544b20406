import styles from "./skip-link.module.css";

/** The first thing the keyboard reaches: past the list of sessions, to what the page is about. */
export function SkipLink() {
  return (
    // biome-ignore lint/a11y/useValidAnchor: an address of its own would take the place of the page's.
    <a
      href="#main"
      className={styles.skip}
      onClick={(event) => {
        event.preventDefault();
        const place = document.querySelector<HTMLElement>("[role=log]") ?? document.getElementById("main");
        if (place === null) return;
        if (place.tabIndex < 0) place.tabIndex = -1;
        place.focus();
      }}
    >
      Skip to content
    </a>
  );
}
