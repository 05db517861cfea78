// @ts-check
// Calls the functions of the search. They run in a worker, so that the page can draw and answer its
// reader meanwhile.
import { address } from "../site.js";
import { jumpTable } from "../lib/jump-table.js";

/**
 * A call of a function of `worker.js`.
 * @typedef {object} Call
 * @property {number} call its number, which the reply repeats
 * @property {string} task the name of the function
 * @property {unknown[]} values the arguments
 */

/**
 * The value that a function returned, or the reason for which it failed.
 * @typedef {{call: number, value?: any, problem?: Error}} Reply
 */

/**
 * @template {keyof import("./worker.js").Tasks} Task
 * @typedef {Awaited<ReturnType<import("./worker.js").Tasks[Task]>>} Value what a function returns
 */

/**
 * The calls without a reply, by their numbers.
 * @type {Map<number, {resolve: (value: any) => void, reject: (problem: Error) => void}>}
 */
const open = new Map();
/** The number of calls so far. */
let calls = 0;
/** @type {Worker | undefined} */
let worker;
/** Whether the worker has the table, or will get it. */
let isTableGiven = false;
/** Whether the worker waits for no table, because the page could not load it. */
let lacksTable = false;

/**
 * The functions that search changes. They need no table, which would delay their files.
 * @type {Set<keyof import("./worker.js").Tasks>}
 */
const WITHOUT_TABLE = new Set(["filesWithChanges", "findChanges", "listChanges", "periodsIn"]);

/**
 * Settles the call to which a message replies.
 * @param {MessageEvent<Reply>} message
 */
function settle({ data: { call, value, problem } }) {
  const settled = open.get(call);
  open.delete(call);
  if (problem) settled?.reject(problem);
  else settled?.resolve(value);
}

/** Fails all open calls, since the worker could not be loaded; the next call loads it again. */
function failAll() {
  worker = undefined;
  isTableGiven = false;
  lacksTable = false;
  for (const { reject } of open.values()) reject(new Error("its script did not arrive"));
  open.clear();
}

/**
 * Gives the table of numbers and names to a worker, or the reason for which it could not be loaded.
 * @param {Worker} receiver
 */
async function giveTable(receiver) {
  try {
    receiver.postMessage({ table: await jumpTable() });
  } catch (problem) {
    receiver.postMessage({ problem });
    if (receiver === worker) lacksTable = true;
  }
}

/** The worker, which `early.js` may have started. */
function startWorker() {
  const started = window.searchWorker ?? new Worker(address(`assets/${SEARCH_WORKER}`));
  window.searchWorker = undefined;
  started.addEventListener("message", settle);
  started.addEventListener("error", failAll);
  return started;
}

/**
 * Loads the table again for a worker that lacks it. The announcement makes the next calls wait for
 * the table: without it, they would fail with the old problem.
 * @param {Worker} receiver
 */
function giveTableAgain(receiver) {
  lacksTable = false;
  receiver.postMessage({ isComing: true });
  giveTable(receiver);
}

/**
 * Gives the table to a worker that needs it and does not have it.
 * @param {Worker} receiver
 */
function offerTable(receiver) {
  if (lacksTable) giveTableAgain(receiver);
  else if (!isTableGiven) giveTable(receiver);
  isTableGiven = true;
}

/**
 * Calls a function of the search.
 * @template {keyof import("./worker.js").Tasks} Task
 * @param {Task} task the name of the function in `TASKS` of `worker.js`
 * @param {Parameters<import("./worker.js").Tasks[Task]>} values its arguments
 * @returns {Promise<Value<Task>>}
 */
export async function callSearch(task, ...values) {
  calls += 1;
  const call = calls;
  const called = (worker ??= startWorker());
  if (!WITHOUT_TABLE.has(task)) offerTable(called);
  /** @type {Promise<any>} */
  const reply = new Promise((resolve, reject) => {
    open.set(call, { resolve, reject });
    called.postMessage({ call, task, values });
  });
  return reply;
}
