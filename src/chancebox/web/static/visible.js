// What can be seen. Safari before 17.4 has no checkVisibility, and older browsers know its options by other names.

export const hasPlace = (one) => one.checkVisibility?.() ?? one.getClientRects().length > 0;
export const isVisible = (one) => hasPlace(one) && getComputedStyle(one).visibility === "visible";
