import "./theme/tokens.css";
import "./theme/base.css";
import { StrictMode } from "react";
import { createRoot } from "react-dom/client";
import { App } from "./app/app.tsx";
import { loadPage } from "./app/pages.ts";
import { followConfirmations } from "./data/confirmations.ts";
import { startSignIn, watchAddressCodes } from "./data/sign-in.ts";
import { baseUrl } from "./routing/base-url.ts";
import { currentRoute, watchHistory } from "./routing/router.ts";
import { applyTheme } from "./theme/theme.ts";

// The browser resolves the icon at each address again, so a relative URL would point elsewhere.
document.querySelector("link[rel=icon]")?.setAttribute("href", new URL("icon.svg", baseUrl).href);
applyTheme();
watchHistory();
watchAddressCodes();
followConfirmations();
loadPage(currentRoute.get());
void startSignIn();

const root = document.querySelector("#root");
if (root === null) throw new Error("#root is missing");
createRoot(root).render(
  <StrictMode>
    <App />
  </StrictMode>,
);
