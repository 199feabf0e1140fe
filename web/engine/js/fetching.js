// Programs and other files, as a browser gets them.

/**
 * @param {URL} program
 * @param {WebAssembly.Imports} imports
 * @returns {Promise<WebAssembly.Instance>}
 */
export async function instantiate(program, imports) {
  const response = await checked(fetch(program));
  // Compiled while it arrives, if the server says what it is.
  if (response.headers.get("Content-Type")?.startsWith("application/wasm")) {
    return (await WebAssembly.instantiateStreaming(response, imports)).instance;
  }
  return (await WebAssembly.instantiate(await response.arrayBuffer(), imports)).instance;
}

/**
 * @param {Promise<Response>} answer
 * @returns {Promise<Response>}
 */
export async function checked(answer) {
  const response = await answer;
  if (!response.ok) {
    throw new Error(`${response.url}: ${response.status} ${response.statusText}`);
  }
  return response;
}
