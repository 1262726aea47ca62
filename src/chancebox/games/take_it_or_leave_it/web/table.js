// Take it or Leave it. What may be done the house has told; here taps become one move, the data-move of a button.
import { cards } from "./cards.js";
import { choosing } from "./choosing.js";
import { laying } from "./laying.js";
import { finder } from "./page.js";
import { scoring } from "./scoring.js";

export default function takeItOrLeaveIt(table) {
  const { one } = finder(table.root);
  const parts = [choosing(table), laying(table), cards(table)];
  const stage = scoring(table);

  // Another question is read from its beginning.
  let question = null;
  function scrollUp() {
    const now = one("[data-question]")?.dataset.question;
    if (now !== question) one(".middle")?.scrollTo(0, 0);
    question = now;
  }

  return {
    pass(happened) { stage.begin(happened); },
    update(_frame, happened = []) {
      scrollUp();
      parts.forEach((part) => part.update());
      stage.begin(happened);
    },
    act: stage.act,
    rest: stage.rest,
    hint: parts[0].hint,
    cancel: () => parts.some((part) => part.cancel()),
  };
}
