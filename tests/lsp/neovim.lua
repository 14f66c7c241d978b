-- Drives Neovim as an author does, with the recipe of the manual, and writes what it shows as JSON:
-- `nvim --headless --clean -u RECIPE -S neovim.lua`, with GAME and OUT in the environment. The game has the
-- mistake `hnad` for `hand`.

local game, out = vim.env.GAME, vim.env.OUT
local told = {}

local function await(what, holds)
  assert(vim.wait(60000, holds, 20), "waited in vain for " .. what)
end

local function messages()
  return vim.tbl_map(function(d) return d.code .. " " .. vim.split(d.message, "\n")[1] end, vim.diagnostic.get(0))
end

local function at(word)
  vim.fn.cursor(1, 1)
  assert(vim.fn.search(word) > 0, word)
end

vim.cmd.edit(game)
vim.cmd("filetype detect")
await("the server", function() return #vim.lsp.get_clients({ name = "gamespec" }) == 1 end)
await("a mistake", function() return #messages() == 1 end)
told.mistakes = messages()
told.place = vim.fn.getline(vim.diagnostic.get(0)[1].lnum + 1):match("^%s*(.-)%s*$")

vim.api.nvim_win_set_cursor(0, { vim.diagnostic.get(0)[1].lnum + 1, vim.diagnostic.get(0)[1].col })
vim.lsp.buf.code_action({ apply = true })
await("the cure", function() return vim.fn.search("hnad", "nw") == 0 end)
await("no mistake", function() return #messages() == 0 end)

local function asked(method, more)
  local client = vim.lsp.get_clients({ name = "gamespec" })[1]
  local params = vim.tbl_extend("force", vim.lsp.util.make_position_params(0, client.offset_encoding), more or {})
  local answer = assert(client:request_sync(method, params, 60000, 0))
  assert(answer.err == nil, vim.inspect(answer.err))
  return answer.result
end

at("\\<heap:")
vim.lsp.buf.hover()
await("a window", function() return #vim.api.nvim_list_wins() > 1 end)
local window = vim.tbl_filter(function(each) return each ~= vim.api.nvim_get_current_win() end, vim.api.nvim_list_wins())[1]
told.hover = vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false)
vim.api.nvim_win_close(window, true)

at("\\<heap:")
vim.lsp.buf.rename("pile")
await("the new name", function() return vim.fn.search("\\<heap\\>", "nw") == 0 end)
told.renamed = vim.fn.searchcount({ pattern = "\\<pile\\>", maxcount = 0 }).total

at("^zones:")
vim.cmd("normal! A  ")
vim.lsp.buf.format({ timeout_ms = 60000 })
told.formatted = vim.fn.getline(".")

told.outline = vim.tbl_map(function(each) return each.name end, asked("textDocument/documentSymbol"))
told.hints = vim.lsp.inlay_hint.is_enabled({ bufnr = 0 })
await("types", function() return #vim.lsp.inlay_hint.get({ bufnr = 0 }) > 0 end)
at("hand\\[me")
local items = asked("textDocument/completion").items
told.completed = vim.tbl_map(function(each) return each.label end, vim.list_slice(items, 1, 4))
told.left = messages()

vim.fn.writefile({ vim.json.encode(told) }, out)
vim.cmd("qall!")
